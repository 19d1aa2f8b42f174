import { openDocument } from '../samples/office'
import { zip } from '../samples/zip'

/** Addresses of pictures and texts that a document refers to, including relative ones and paths. */
export interface Named {
  pictures: readonly string[]
  texts: readonly string[]
}

/** A document that shows whatever its reader finds at these addresses. */
export interface Watcher {
  name: string
  bytes(named: Named): Buffer
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const relations = `${office}/officeDocument/2006/relationships`
const types = 'application/vnd.openxmlformats-officedocument'
const spaces = `xmlns:a="${office}/drawingml/2006/main" xmlns:r="${relations}"`

const html = ({ pictures, texts }: Named) =>
  Buffer.from(
    `<html><body>shown${pictures.map((at) => `<img src="${at}" width="90" height="90">`).join('')}${texts
      .map((at) => `<iframe src="${at}"></iframe><object data="${at}"></object>`)
      .join('')}</body></html>`,
  )

const svg = ({ pictures }: Named) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="600" height="600"><rect width="9" height="9"/>${pictures
      .map(
        (at, n) =>
          `<image xlink:href="${at}" href="${at}" x="${(n % 6) * 95}" y="${Math.floor(n / 6) * 95}" width="90" height="90"/>`,
      )
      .join('')}</svg>`,
  )

/** An office package whose main part has external relationships. */
function packageOf(parts: Record<string, { type: string; xml: string }>, related: Record<string, string>): Buffer {
  const [main = ''] = Object.keys(parts)
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(
      parts,
    )
      .map(([path, { type }]) => `<Override PartName="/${path}" ContentType="${type}+xml"/>`)
      .join('')}</Types>`,
    '_rels/.rels': relationsOf(inside('r1', 'officeDocument', `/${main}`)),
    ...Object.fromEntries(Object.entries(parts).map(([path, part]) => [path, xml + part.xml])),
    ...Object.fromEntries(
      Object.entries(related).map(([path, list]) => [path.replace(/([^/]+)$/, '_rels/$1.rels'), relationsOf(list)]),
    ),
  })
}

const relationsOf = (list: string) =>
  `${xml}<Relationships xmlns="${office}/package/2006/relationships">${list}</Relationships>`
const inside = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
const outside = ({ pictures }: Named) =>
  pictures
    .map((at, n) => `<Relationship Id="x${n}" Type="${relations}/image" Target="${at}" TargetMode="External"/>`)
    .join('')
const blip = (space: string, n: number, left = 0) =>
  `<${space}:pic><${space}:nvPicPr><${space}:cNvPr id="${n + 2}" name="p${n}"/><${space}:cNvPicPr/>${space === 'p' ? '<p:nvPr/>' : ''}</${space}:nvPicPr>
<${space}:blipFill><a:blip r:link="x${n}"/><a:stretch><a:fillRect/></a:stretch></${space}:blipFill><${space}:spPr><a:xfrm><a:off x="${left}" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></${space}:spPr></${space}:pic>`

const docx = (named: Named) =>
  packageOf(
    {
      'word/document.xml': {
        type: `${types}.wordprocessingml.document.main`,
        xml: `<w:document xmlns:w="${office}/wordprocessingml/2006/main" ${spaces} xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:pic="${office}/drawingml/2006/picture"><w:body>${named.pictures
          .map(
            (at, n) =>
              `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="${n + 1}" name="d${n}"/><a:graphic><a:graphicData uri="${office}/drawingml/2006/picture">${blip('pic', n)}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:p><w:fldSimple w:instr="INCLUDEPICTURE &quot;${at}&quot;"><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`,
          )
          .join(
            '',
          )}${named.texts.map((at) => `<w:p><w:fldSimple w:instr="INCLUDETEXT &quot;${at}&quot;"><w:r><w:t>y</w:t></w:r></w:fldSimple></w:p>`).join('')}</w:body></w:document>`,
      },
    },
    { 'word/document.xml': outside(named) },
  )

const pptx = (named: Named) =>
  packageOf(
    {
      'ppt/presentation.xml': {
        type: `${types}.presentationml.presentation.main`,
        xml: `<p:presentation xmlns:p="${office}/presentationml/2006/main" ${spaces}><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      },
      'ppt/slides/slide1.xml': {
        type: `${types}.presentationml.slide`,
        xml: `<p:sld xmlns:p="${office}/presentationml/2006/main" ${spaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${named.pictures
          .map((_, n) => blip('p', n, n * 950_000))
          .join('')}</p:spTree></p:cSld></p:sld>`,
      },
    },
    { 'ppt/presentation.xml': inside('s1', 'slide', 'slides/slide1.xml'), 'ppt/slides/slide1.xml': outside(named) },
  )

const xlsx = (named: Named) =>
  packageOf(
    {
      'xl/workbook.xml': {
        type: `${types}.spreadsheetml.sheet.main`,
        xml: `<workbook xmlns="${office}/spreadsheetml/2006/main" ${spaces}><sheets><sheet name="s" sheetId="1" r:id="s1"/></sheets></workbook>`,
      },
      'xl/worksheets/s.xml': {
        type: `${types}.spreadsheetml.worksheet`,
        xml: `<worksheet xmlns="${office}/spreadsheetml/2006/main" ${spaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>shown</t></is></c>${named.texts
          .map((at, n) => `<c r="${'BCDEFGHIJ'[n]}1"><f>WEBSERVICE("${at}")</f></c>`)
          .join('')}</row></sheetData><drawing r:id="d1"/></worksheet>`,
      },
      'xl/drawings/d.xml': {
        type: `${types}.drawing`,
        xml: `<xdr:wsDr xmlns:xdr="${office}/drawingml/2006/spreadsheetDrawing" ${spaces}>${named.pictures
          .map(
            (_, n) =>
              `<xdr:absoluteAnchor><xdr:pos x="${n * 950_000}" y="500000"/><xdr:ext cx="900000" cy="900000"/>${blip('xdr', n)}<xdr:clientData/></xdr:absoluteAnchor>`,
          )
          .join('')}</xdr:wsDr>`,
      },
    },
    {
      'xl/workbook.xml': inside('s1', 'worksheet', 'worksheets/s.xml'),
      'xl/worksheets/s.xml': inside('d1', 'drawing', '../drawings/d.xml'),
      'xl/drawings/d.xml': outside(named),
    },
  )

const odt = ({ pictures, texts }: Named) =>
  openDocument(
    'text',
    `<office:text><text:p>shown</text:p>${pictures
      .map(
        (at, n) =>
          `<text:p><draw:frame draw:name="f${n}" text:anchor-type="as-char" svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${at}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
      )
      .join('')}${texts
      .map(
        (at, n) =>
          `<text:section text:name="s${n}"><text:section-source xlink:href="${at}" xlink:type="simple"/><text:p>kept</text:p></text:section>`,
      )
      .join('')}</office:text>`,
  )

const rtf = ({ pictures, texts }: Named) =>
  Buffer.from(
    `{\\rtf1 shown\\par ${pictures.map((at) => `{\\field{\\*\\fldinst INCLUDEPICTURE "${at}" \\\\d}{\\fldrslt }}\\par `).join('')}${texts
      .map((at) => `{\\field{\\*\\fldinst INCLUDETEXT "${at}"}{\\fldrslt }}\\par `)
      .join('')}}`,
  )

export const watchers: readonly Watcher[] = [
  { name: 'text that looks around.rtf', bytes: rtf },
  { name: 'a drawing in the clothes of a document.doc', bytes: svg },
  { name: 'a document that looks around.docx', bytes: docx },
  { name: 'an open document that looks around.odt', bytes: odt },
  { name: 'a page in the clothes of a document.doc', bytes: html },
  { name: 'a page in the clothes of a sheet.xls', bytes: html },
  { name: 'slides that look around.pptx', bytes: pptx },
  { name: 'a sheet that looks around.xlsx', bytes: xlsx },
]

/** A drawing that is previewed as a picture. */
export const drawingThatLooks: Watcher = { name: 'a drawing that looks around.svg', bytes: svg }
