package pdf
import ("testing";"os";"fmt";"bytes";"quire/extract")
func TestZZE(t *testing.T){
 if os.Getenv("ZE")=="" {t.Skip()}
 s:=onePage(func(p *buildPage){ p.text(60,200,10,"Known"); p.raw("BT /F3 10 Tf 1 0 0 1 300 600 Tm <002000210022> Tj ET")})
 src,_:=warmed().engine.open(extract.Input{ReaderAt:bytes.NewReader(s.Data),Size:int64(len(s.Data))})
 p,_:=src.page(0)
 for i,g:=range p.glyphs{ u:=p.runs[g.run]; fmt.Printf("%d %q %U %v run=%d size=%d\n",i,g.r,g.r,g.box,g.run,u.size)}
}
