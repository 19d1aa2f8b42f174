import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { FONT, SERIF_FONT } from '../font'

export type Pdfium = WrappedPdfiumModule

const WASM = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
let compiled: Promise<WebAssembly.Module> | undefined

/**
 * PDFium in a memory of its own, so that a document that crashes PDFium harms no other document. Our fonts replace the Chinese and Japanese fonts
 * that a file names without embedding them.
 */
export async function startPdfium(): Promise<Pdfium> {
  compiled ??= readFile(WASM).then((bytes) => WebAssembly.compile(bytes))
  const program = await compiled
  const pdfium = await init({
    instantiateWasm(imports, started) {
      void WebAssembly.instantiate(program, imports).then(started)
      return {}
    },
  })
  pdfium.PDFiumExt_Init()
  offerFonts(pdfium)
  return pdfium
}

/** Handles count from 1. */
const fonts = [
  { name: 'Noto Sans SC', path: FONT },
  { name: 'Noto Serif SC', path: SERIF_FONT },
] as const
const [SANS, SERIF] = [1, 2]

/** Charset numbers of Windows: Shift-JIS, GB 2312, Big5. */
const charsets = new Set([128, 134, 136])
/** Names of Chinese and Japanese fonts; only their names contain bytes beyond ASCII. */
const chinese =
  /[\x80-\xff]|song|simsun|sim(hei|kai|fang|you|li)|fang|kai(ti|shu|gb)|hei(ti|gb|se)|yahei|jheng|mingl|ming(std|cs)|mincho|ms-?p?gothic|yugothic|^(st|fz|hy|koz)[a-z]|pingfang|dengxian|youyuan|lisu|hiragino|source ?han|noto ?(sans|serif) ?(cjk|sc|tc|jp)|wenquan|uming|ukai/i
/** Names of such fonts with serifs. Includes 宋, 仿 and 楷 in GBK and UTF-8. */
const serif =
  /song|sun|ming|mincho|fang|kai|serif|kozmin|\xcb\xce|\xb7\xc2|\xbf\xac|\xe5\xae\x8b|\xe4\xbb\xbf|\xe6\xa5\xb7/i
/** A bit of PDFium's pitch and family. */
const ROMAN = 0x10

/** Offers our fonts to PDFium through its interface FPDF_SYSFONTINFO. */
function offerFonts({ pdfium, FPDF_SetSystemFontInfo }: Pdfium): void {
  const answers: [answer: (...given: number[]) => number | void, types: string][] = [
    // Release, EnumFonts
    [() => undefined, 'vi'],
    [() => undefined, 'vii'],
    // MapFont
    [(_, _weight, _italic, charset, family, face) => fontFor(charset!, family!, textAt(face!)), 'iiiiiiii'],
    // GetFont
    [() => 0, 'iii'],
    // GetFontData: one table or the whole font
    [(_, font, table, place, room) => (table === 0 ? copyFont(font!, place!, room!) : 0), 'iiiiii'],
    // GetFaceName
    [(_, font, place, room) => copyName(font!, place!, room!), 'iiiii'],
    // GetFontCharset
    [() => 134, 'iii'],
    // DeleteFont
    [() => undefined, 'vii'],
  ]
  const place = pdfium.wasmExports.malloc(4 * (1 + answers.length))
  pdfium.HEAP32.set([1, ...answers.map(([answer, types]) => pdfium.addFunction(answer, types))], place / 4)
  FPDF_SetSystemFontInfo(place)

  /** The text at an address, with one byte per letter, up to a zero byte. */
  function textAt(place: number): string {
    return Buffer.from(pdfium.HEAPU8.subarray(place, pdfium.HEAPU8.indexOf(0, place))).toString('latin1')
  }

  function copyFont(font: number, to: number, room: number): number {
    const { path } = fonts[font - 1]!
    const { size } = statSync(path)
    if (room >= size) pdfium.HEAPU8.set(readFileSync(path), to)
    return size
  }

  function copyName(font: number, to: number, room: number): number {
    const bytes = Buffer.from(`${fonts[font - 1]!.name}\0`)
    if (room >= bytes.length) pdfium.HEAPU8.set(bytes, to)
    return bytes.length
  }
}

function fontFor(charset: number, family: number, face: string): number {
  if (!charsets.has(charset) && !chinese.test(face)) return 0
  return (family & ROMAN) !== 0 || serif.test(face) ? SERIF! : SANS!
}
