import { officePackage, openDocument, relations, schemas, sheet, xml } from './office'
import { docx } from './samples'
import { zip } from './zip'

/** Documents with one text in the other formats of LibreOffice, by extension. */
export const furtherOffice: Record<string, (text: string) => Buffer> = {
  dotm: (text) => docx(text, 'application/vnd.ms-word.template.macroEnabledTemplate.main'),
  xltm: (text) => sheet(cellOf(text), {}, 'application/vnd.ms-excel.template.macroEnabled.main'),
  potm: (text) => slideShow(text, 'application/vnd.ms-powerpoint.template.macroEnabled.main'),
  ppsm: (text) => slideShow(text, 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main'),
  ott: (text) => openDocument('text-template', `<office:text><text:p>${text}</text:p></office:text>`),
  ots: (text) => openDocument('spreadsheet-template', `<office:spreadsheet>${tableOf(text)}</office:spreadsheet>`),
  otp: (text) => openDocument('presentation-template', `<office:presentation>${pageOf(text)}</office:presentation>`),
  odg: (text) => openDocument('graphics', `<office:drawing>${pageOf(text)}</office:drawing>`),
  vsdx: visio,
  xls: oldWorkbook,
}

function cellOf(text: string): string {
  return `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`
}

function tableOf(text: string): string {
  return `<table:table table:name="1"><table:table-column/>
<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`
}

function pageOf(text: string): string {
  return `<draw:page draw:name="1"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm"
 svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`
}

/** A presentation of one slide. @param type of its main part */
function slideShow(text: string, type: string): Buffer {
  const drawing = `xmlns:p="${schemas}/presentationml/2006/main" xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${relations}"`
  const slide = `${xml}<p:sld ${drawing}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>
<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="5000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr>
<p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
  return officePackage('ppt/presentation.xml', type, {
    main: `${xml}<p:presentation ${drawing}><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    relationships: `<Relationship Id="s1" Type="${relations}/slide" Target="slides/s.xml"/>`,
    more: { 'ppt/slides/s.xml': slide },
  })
}

/** A Visio drawing: one box with a text. */
function visio(text: string): Buffer {
  const namespace = 'http://schemas.microsoft.com/office/visio/2012/main'
  const relation = 'http://schemas.microsoft.com/visio/2010/relationships'
  const related = (id: string, type: string, target: string) =>
    `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"/></Relationships>`
  const part = (name: string, type: string) =>
    `<Override PartName="/visio/${name}" ContentType="application/vnd.ms-visio.${type}+xml"/>`
  const cells = (values: Record<string, number>) =>
    Object.entries(values)
      .map(([name, value]) => `<Cell N="${name}" V="${value}"/>`)
      .join('')
  const row = (at: number, type: string, x: number, y: number) =>
    `<Row T="${type}" IX="${at}">${cells({ X: x, Y: y })}</Row>`
  const box = [row(1, 'RelMoveTo', 0, 0), row(2, 'RelLineTo', 1, 0), row(3, 'RelLineTo', 1, 1), row(4, 'RelLineTo', 0, 1)]
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('document.xml', 'drawing.main')}${part('pages/pages.xml', 'pages')}${part('pages/page1.xml', 'page')}</Types>`,
    '_rels/.rels': xml + related('r1', 'document', '/visio/document.xml'),
    'visio/document.xml': `${xml}<VisioDocument xmlns="${namespace}"/>`,
    'visio/_rels/document.xml.rels': xml + related('r1', 'pages', 'pages/pages.xml'),
    'visio/pages/pages.xml': `${xml}<Pages xmlns="${namespace}" xmlns:r="${relations}"><Page ID="0" Name="1"><PageSheet>${cells({ PageWidth: 8, PageHeight: 6 })}</PageSheet><Rel r:id="r1"/></Page></Pages>`,
    'visio/pages/_rels/pages.xml.rels': xml + related('r1', 'page', 'page1.xml'),
    'visio/pages/page1.xml': `${xml}<PageContents xmlns="${namespace}"><Shapes><Shape ID="1" Type="Shape">${cells({ PinX: 4, PinY: 3, Width: 4, Height: 2, LocPinX: 2, LocPinY: 1 })}<Section N="Geometry" IX="0">${box.join('')}</Section><Text>${text}</Text></Shape></Shapes></PageContents>`,
  })
}

/** A workbook of Excel 4: consecutive records. */
function oldWorkbook(text: string): Buffer {
  const record = (type: number, ...words: (number | string)[]) => {
    const body = Buffer.concat(
      words.map((word) => (typeof word === 'string' ? Buffer.from(word, 'latin1') : Buffer.from([word & 255, word >> 8]))),
    )
    return Buffer.concat([Buffer.from([type & 255, type >> 8, body.length, 0]), body])
  }
  return Buffer.concat([
    record(0x409, 0x400, 0x10, 0),
    record(0x204, 0, 0, 0, text.length, text),
    record(0x204, 1, 0, 0, 2, 'ok'),
    record(0x0a),
  ])
}
