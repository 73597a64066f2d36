package pdf
import ("testing";"os";"fmt";"bytes";"quire/extract")
func TestZZD(t *testing.T){
 f:=os.Getenv("ZD"); if f=="" {t.Skip()}
 data,_:=os.ReadFile(f)
 src,err:=warmed().engine.open(extract.Input{ReaderAt:bytes.NewReader(data),Size:int64(len(data))}); if err!=nil{t.Fatal(err)}
 p,_:=src.page(0)
 var a,b int; fmt.Sscan(os.Getenv("ZR"),&a,&b)
 for i,g:=range p.glyphs{ if i>=a&&i<b {u:=p.runs[g.run]; fmt.Printf("%d %q %U %v run=%d size=%d y=%d way=%d\n",i,g.r,g.r,g.box,g.run,u.size,u.y,u.way)}}
}
