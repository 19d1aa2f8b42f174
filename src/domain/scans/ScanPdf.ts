import type { Size } from './pixels'

/** points of a page's longer side: A4 */
const LONGEST = 841.89

/** Writes a PDF with a picture per page, piece by piece: `begin`, then `addPage` for each page, then `end`. */
export class ScanPdf {
  private written = 0
  /** The place of each object, by its number less 1. */
  private readonly places: number[] = []
  private readonly pages: number[] = []

  begin(): Uint8Array {
    // The second line tells programs that the file is binary.
    return this.write('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n')
  }

  /** @param picture JPEG in red, green and blue, of that size in px */
  addPage(picture: Uint8Array, { width, height }: Size): Uint8Array[] {
    const scale = LONGEST / Math.max(width, height)
    const [across, down] = [points(width * scale), points(height * scale)]
    const drawing = `q ${across} 0 0 ${down} 0 0 cm /P Do Q`
    const image = this.nextNumber()
    const parts = [
      this.open(
        image,
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`,
      ),
      this.count(picture),
      this.write('\nendstream\nendobj\n'),
    ]
    const content = this.nextNumber()
    parts.push(
      this.open(content, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream\nendobj\n`),
      this.open(
        this.nextNumber(),
        `<< /Type /Page /Parent 1 0 R /MediaBox [0 0 ${across} ${down}] /Resources << /XObject << /P ${image} 0 R >> >> /Contents ${content} 0 R >>\nendobj\n`,
      ),
    )
    this.pages.push(this.places.length)
    return parts
  }

  end(title: string): Uint8Array {
    const kids = this.pages.map((number) => `${number} 0 R`).join(' ')
    const ends = [
      this.open(1, `<< /Type /Pages /Count ${this.pages.length} /Kids [${kids}] >>\nendobj\n`),
      this.open(2, '<< /Type /Catalog /Pages 1 0 R >>\nendobj\n'),
      this.open(3, `<< /Title <${hexOf(title)}> /Producer (Satchel) >>\nendobj\n`),
    ]
    const start = this.written
    const rows = this.places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
    const size = this.places.length + 1
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
    const trailer = `trailer\n<< /Size ${size} /Root 2 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`
    return joined([...ends, this.write(table + trailer)])
  }

  /** The first three numbers belong to the list of pages, the catalogue and the title, which are written last. */
  private nextNumber(): number {
    return Math.max(3, this.places.length) + 1
  }

  private open(number: number, text: string): Uint8Array {
    while (this.places.length < number) this.places.push(0)
    this.places[number - 1] = this.written
    return this.write(`${number} 0 obj\n${text}`)
  }

  private write(text: string): Uint8Array {
    return this.count(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  }

  private count(bytes: Uint8Array): Uint8Array {
    this.written += bytes.length
    return bytes
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function points(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** A text in UTF-16 as PDF writes it. */
function hexOf(text: string): string {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]
  return units.map((unit) => unit.toString(16).padStart(4, '0')).join('')
}
