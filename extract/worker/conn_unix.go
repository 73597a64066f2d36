//go:build unix

package worker

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
)

// socketDescriptor is where a worker finds its socket: the first of
// exec.Cmd.ExtraFiles.
const socketDescriptor = 3

// socketPair returns the parent's end and the file that the worker inherits.
func socketPair() (*net.UnixConn, *os.File, error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	ours := os.NewFile(uintptr(fds[0]), "worker-parent")
	theirs := os.NewFile(uintptr(fds[1]), "worker-child")
	defer ours.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		theirs.Close()
		return nil, nil, fmt.Errorf("socket pair: %w", err)
	}
	return conn.(*net.UnixConn), theirs, nil
}

func inheritedConn() (*net.UnixConn, error) {
	f := os.NewFile(socketDescriptor, "worker-child")
	defer f.Close()
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("this process was not started as a worker: %w", err)
	}
	uc, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, fmt.Errorf("descriptor %d is not a worker's socket", socketDescriptor)
	}
	return uc, nil
}

// sendJob sends a job with the descriptor of its file. The descriptor travels
// with the frame's first bytes.
func sendJob(conn *net.UnixConn, j job, file *os.File) error {
	b, err := json.Marshal(j)
	if err != nil {
		return err
	}
	rights := syscall.UnixRights(int(file.Fd()))
	if _, _, err := conn.WriteMsgUnix([]byte{frameJob}, rights, nil); err != nil {
		return fmt.Errorf("send job: %w", err)
	}
	return writeFrame(conn, frameJob, b)
}

func receiveJob(conn *net.UnixConn) (job, *os.File, error) {
	one, oob := make([]byte, 1), make([]byte, syscall.CmsgSpace(4))
	n, oobn, _, _, err := conn.ReadMsgUnix(one, oob)
	if err != nil || n == 0 {
		return job{}, nil, io.EOF
	}
	file, err := receivedFile(oob[:oobn])
	if err != nil {
		return job{}, nil, err
	}
	kind, payload, err := readFrame(conn)
	if err == nil && kind != frameJob {
		err = fmt.Errorf("expected a job, got frame %c", kind)
	}
	if err != nil {
		file.Close()
		return job{}, nil, err
	}
	j, err := decode[job](payload, "job")
	if err != nil {
		file.Close()
	}
	return j, file, err
}

func receivedFile(oob []byte) (*os.File, error) {
	msgs, err := syscall.ParseSocketControlMessage(oob)
	if err != nil || len(msgs) != 1 {
		return nil, fmt.Errorf("no descriptor came with the job")
	}
	fds, err := syscall.ParseUnixRights(&msgs[0])
	if err != nil || len(fds) != 1 {
		return nil, fmt.Errorf("no descriptor came with the job")
	}
	syscall.CloseOnExec(fds[0])
	return os.NewFile(uintptr(fds[0]), "document"), nil
}
