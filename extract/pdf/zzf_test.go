package pdf
import ("testing";"os";"fmt";"bytes";"path/filepath";"time";"quire/extract";"github.com/klippa-app/go-pdfium/requests")
func TestZZF(t *testing.T){
 if os.Getenv("ZF")=="" {t.Skip()}
 show:=func(name string,data []byte){
 src,err:=warmed().engine.open(extract.Input{ReaderAt:bytes.NewReader(data),Size:int64(len(data))}); if err!=nil {return}
 s:=src.(*pdfiumSource); defer s.close()
 n,bad:=0,0; smp:=""; var dur time.Duration
 for i:=range min(s.count,5){ l,err:=s.lib.FPDF_LoadPage(&requests.FPDF_LoadPage{Document:s.doc,Index:i}); if err!=nil{continue}
  tx,err:=s.lib.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page:requests.Page{ByReference:&l.Page}}); if err!=nil{continue}
  c,_:=s.lib.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage:tx.TextPage})
  for k:=range c.Count { t0:=time.Now(); e,err:=s.lib.FPDFText_HasUnicodeMapError(&requests.FPDFText_HasUnicodeMapError{TextPage:tx.TextPage,Index:k}); dur+=time.Since(t0); if err!=nil {continue}; n++; if e.HasUnicodeMapError { bad++; u,_:=s.lib.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage:tx.TextPage,Index:k}); if len(smp)<100 {smp+=string(rune(u.Unicode))} } }
 }
 if bad>0 || name=="self" { fmt.Printf("%s %d of %d %v %q\n",name,bad,n,dur/time.Duration(max(n,1)),smp)} }
 s:=onePage(func(p *buildPage){ p.text(60,200,10,"Known"); p.raw("BT /F3 10 Tf 1 0 0 1 300 600 Tm <002000210022> Tj ET")})
 show("self",s.Data)
 fs,_:=filepath.Glob("/tmp/wt/shared/corpora/pdf/*.pdf")
 for _,f:=range fs { d,_:=os.ReadFile(f); show(filepath.Base(f),d)}
}
