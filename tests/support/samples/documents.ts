import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { mainType, officePackage, relations, schemas, xml, type Parts } from './office'

const names = [
  `xmlns:w="${schemas}/wordprocessingml/2006/main"`,
  `xmlns:r="${relations}"`,
  `xmlns:a="${schemas}/drawingml/2006/main"`,
  `xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:pic="${schemas}/drawingml/2006/picture"`,
].join(' ')

/** A document of Word. @param body contents of w:body */
export function wordDocument(body: string, { more = {}, relationships = '' }: Partial<Parts> = {}): Buffer {
  return officePackage('word/document.xml', `${mainType}.wordprocessingml.document.main`, {
    main: `${xml}<w:document ${names}><w:body>${body}</w:body></w:document>`,
    relationships: `<Relationship Id="s" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="n" Type="${relations}/numbering" Target="numbering.xml"/>${relationships}`,
    more: { 'word/styles.xml': styles, 'word/numbering.xml': numbering, ...more },
  })
}

/** Two levels of headings, of which the second names its level only by its name, and a style that builds on the first. */
const styles = `${xml}<w:styles ${names}>
<w:style w:type="paragraph" w:styleId="a1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="a2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="a3"><w:name w:val="章"/><w:basedOn w:val="a1"/></w:style></w:styles>`

const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`

/** List 1 counts 1. and 1.1, list 2 has dots, and list 3 counts 第一条. */
const numbering = `${xml}<w:numbering ${names}>
<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
<w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '')}</w:abstractNum>
<w:abstractNum w:abstractNumId="9">${level(0, 'chineseCounting', '第%1条')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="9"/></w:num></w:numbering>`

export const run = (text: string, marks = '') =>
  `<w:r>${marks && `<w:rPr>${marks}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const line = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`
export const heading = (text: string, style: 'a1' | 'a2' | 'a3' = 'a1') => line(text, `<w:pStyle w:val="${style}"/>`)
export const item = (text: string, list: number, at = 0) =>
  line(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`)
export const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<w:') ? cell : line(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`
/** A picture by its relation, 200 × 100 px in the document. */
export const picture = (id: string, attribute = 'embed') =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1905000" cy="952500"/><wp:docPr id="1" name="p" descr="一张图"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:${attribute}="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
export const imageRelation = (id: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${relations}/image" Target="${target}" ${more}/>`

/** A PDF with paragraphs on one page. @param paragraphs texts in Latin letters and their sizes in points */
export function textPdf(paragraphs: readonly (readonly [text: string, size: number])[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', margin: 36 })
  for (const [text, size] of paragraphs) document.fontSize(size).text(text, { paragraphGap: size })
  document.end()
  return buffer(document)
}
