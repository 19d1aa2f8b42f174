/** PDFs written object by object, for features that the library of the other samples lacks. */

/** A PDF of objects numbered from 1, with a valid table; object 1 is the catalog. */
export function pdfOf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  objects.forEach((object, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    offsets.push(length)
    parts.push(part)
    length += part.length
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

export const stream = (content: Buffer | string, entries = '') =>
  Buffer.concat([
    Buffer.from(`<</Length ${Buffer.byteLength(content)} ${entries}>>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])

interface Leaf {
  catalog?: string
  page?: string
  box?: string
  content?: Buffer | string
  filter?: string
  more?: (string | Buffer)[]
}

/** One page; its own further objects start at number 5. */
export function leaf({
  catalog = '',
  page = '',
  box = '0 0 300 400',
  content = 'BT ET',
  filter = '',
  more = [],
}: Leaf = {}): Buffer {
  return pdfOf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R ${page}>>`,
    stream(content, filter),
    ...more,
  ])
}
