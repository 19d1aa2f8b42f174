import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findOffice } from '../../../server/previews/office'
import { zip } from './zip'

const urn = 'urn:oasis:names:tc:opendocument:xmlns'

/** An OpenDocument file. @param type of media, behind `application/vnd.oasis.opendocument.` @param body what stands in office:body */
export function openDocument(type: 'text' | 'spreadsheet' | 'presentation', body: string): Buffer {
  const mediaType = `application/vnd.oasis.opendocument.${type}`
  return zip({
    mimetype: mediaType,
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${urn}:manifest:1.0">
<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="${urn}:office:1.0" xmlns:text="${urn}:text:1.0"
 xmlns:table="${urn}:table:1.0" xmlns:draw="${urn}:drawing:1.0" xmlns:svg="${urn}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"
 office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
  })
}

/** What LibreOffice makes of a document of one format in another. @param from its extension */
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
