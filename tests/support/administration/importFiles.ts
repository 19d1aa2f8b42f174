import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { encode } from '../samples/encode'

/** A file as the call sends it. */
export function sent(content: string | Buffer, name = 'people.csv') {
  return { file_name: name, content: Buffer.from(content).toString('base64') }
}

/** The first line of a table as Excel shows it in Chinese. */
export const chineseHeadings = ['账号', '姓名', '邮箱', '部门', '群组']

/** 30 people of a school. */
export const thirtyPeople = Array.from({ length: 30 }, (_, index) => {
  const n = String(index + 1).padStart(2, '0')
  return [`lin${n}@school`, `林小满${n}`, `lin${n}@school.example`, index < 10 ? '教务处/招生办' : '学生处', '合唱团']
})

/** 30 people of a school as Excel saves them on Chinese Windows: GBK, commas, CRLF, without a mark. */
export function excelFile(): Buffer {
  const text = [chineseHeadings, ...thirtyPeople].map((row) => row.join(',')).join('\r\n')
  return encode(`${text}\r\n`, 'gb18030')
}

/** A ZIP with the given entries. */
export async function zipped(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-zip-'))
  try {
    const zip = new ZipFile()
    for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(Buffer.from(bytes), name)
    zip.end()
    const path = join(folder, 'zip')
    await pipeline(zip.outputStream, createWriteStream(path))
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const types = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const relations = (type: string, target: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** The parts of a workbook with one sheet. Cells are texts, numbers, or formulas with a result. */
export function workbookParts(
  rows: readonly (readonly (string | number | { formula: string; result: string })[])[],
): Record<string, string> {
  const cells = rows.map((row, at) => {
    const all = row.map((cell, column) => {
      const r = `r="${String.fromCharCode(65 + column)}${at + 1}"`
      if (typeof cell === 'number') return `<c ${r}><v>${cell}</v></c>`
      if (typeof cell === 'object')
        return `<c ${r} t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`
      return `<c ${r} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    })
    return `<row r="${at + 1}">${all.join('')}</row>`
  })
  return {
    '[Content_Types].xml': types,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="人员" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8"?><worksheet ${main}><sheetData>${cells.join('')}</sheetData></worksheet>`,
  }
}
