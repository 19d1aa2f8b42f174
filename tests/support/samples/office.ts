import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findOffice } from '../../../server/previews/makers/office'
import { zip, type Packed } from './zip'

const urn = 'urn:oasis:names:tc:opendocument:xmlns'

type OpenType = 'text' | 'spreadsheet' | 'presentation' | 'graphics'

/** An OpenDocument file. @param type of media, after `application/vnd.oasis.opendocument.` @param body contents of office:body */
export function openDocument(type: `${OpenType}${'' | '-template'}`, body: string): Buffer {
  const mediaType = `application/vnd.oasis.opendocument.${type}`
  return zip({
    mimetype: mediaType,
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${urn}:manifest:1.0">
<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'styles.xml': `<?xml version="1.0"?><office:document-styles xmlns:office="${urn}:office:1.0" office:version="1.2"/>`,
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="${urn}:office:1.0" xmlns:text="${urn}:text:1.0"
 xmlns:table="${urn}:table:1.0" xmlns:draw="${urn}:drawing:1.0" xmlns:svg="${urn}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"
 office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
  })
}

/** Converts a document to another format with LibreOffice. @param from its extension */
export async function converted(content: Buffer, from: string, to: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'converted-'))
  try {
    const input = join(folder, `in.${from}`)
    const out = join(folder, 'out')
    await writeFile(input, content)
    const profile = pathToFileURL(join(folder, 'profile')).href
    await promisify(execFile)((await findOffice())!, [
      `-env:UserInstallation=${profile}`,
      '--headless',
      '--convert-to',
      to,
      '--outdir',
      out,
      input,
    ])
    const [made] = await readdir(out)
    return await readFile(join(out, made!))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const schemas = 'http://schemas.openxmlformats.org'
export const relations = `${schemas}/officeDocument/2006/relationships`
export const mainType = 'application/vnd.openxmlformats-officedocument'

export interface Parts {
  /** The main part: XML, or hostile bytes. */
  main: string | Buffer | Packed
  /** Relationships of the main part. */
  relationships?: string
  more?: Record<string, string | Buffer | Packed>
}

/** A document of Office 2007 or later. @param path of its main part @param type of that part, without +xml */
export function officePackage(path: string, type: string, { main, relationships, more = {} }: Parts): Buffer {
  const folder = path.slice(0, path.indexOf('/'))
  return zip({
    '[Content_Types].xml': `${xml}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${path}" ContentType="${type}+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="/${path}"/></Relationships>`,
    [path]: main,
    ...(relationships !== undefined && {
      [`${folder}/_rels/${path.slice(folder.length + 1)}.rels`]: `${xml}<Relationships xmlns="${schemas}/package/2006/relationships">${relationships}</Relationships>`,
    }),
    ...more,
  })
}

/** A workbook of one sheet. @param type of its main part; default: plain .xlsx */
export function sheet(
  cells: string,
  more: Partial<Parts> = {},
  type = `${mainType}.spreadsheetml.sheet.main`,
): Buffer {
  return officePackage('xl/workbook.xml', type, {
    main: `${xml}<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="s" sheetId="1" r:id="s1"/></sheets></workbook>`,
    relationships: `<Relationship Id="s1" Type="${relations}/worksheet" Target="worksheets/s.xml"/>`,
    ...more,
    more: {
      'xl/worksheets/s.xml': `${xml}<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`,
      ...more.more,
    },
  })
}
