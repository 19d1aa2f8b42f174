import { readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { IMAGE_PREVIEW_PIXEL_LIMIT, PICTURE_LONG_SIDE } from '@/domain/previews/limits'
import { isBmp, readBmp } from './bmp'
import { isPackedDrawing, openDrawing, unpackDrawing } from './drawing'
import { decodeHeic, isHeic } from './heic'
import { onGround } from './ground'
import { isIco, readIco } from './ico'
import { motionOf } from './motion'
import { nibblesOf, readNibbles } from './nibbles'
import type { Pixels } from './Pixels'
import { isPostScript, pictureInPostScript } from './postScript'
import { isPsd, readPsd } from './psd'
import { refill } from './refill'
import { pagesOfTiff } from './tiff'
import { NoPreview, type Frame, type Outcome, type PictureOutput } from '../task'

/** pixels of the longer side of a drawing without pixels of its own */
const DRAWN = { usual: PICTURE_LONG_SIDE, close: 4096 }
/** Pixels of a picture for a closer look, altogether and of its longer side. A screenshot of 1080 × 12,000 pixels keeps all of them. */
const CLOSE = { pixels: 4096 * 4096, side: 16_000 }

type FailOn = 'error' | 'none'

sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes several sizes of one picture, largest first, with the EXIF orientation applied and without metadata. Returns the media types of the outputs,
 * and that of the file itself if it is an animation. Throws NoPreview: too_large beyond 268 megapixels (decisions 4.28), extension_not_correct, failure, empty, not_support.
 */
export async function makePictures(
  input: string,
  extension: string,
  outputs: readonly PictureOutput[],
): Promise<Pick<Outcome, 'types' | 'motion'>> {
  // Decodes once: the smaller sizes are made from the first, which is the largest.
  const {
    data,
    info: { width, height, channels },
  } = await decode(input, extension, outputs[0]!.frame)
  const types: string[] = []
  const pixels = { data, width, height, channels: channels as 3 | 4 }
  const onSquares = outputs.some(({ hasGround }) => hasGround)
    ? await (await onGround(pixels)).png({ compressionLevel: 0 }).toBuffer()
    : null
  for (const { path, frame, hasGround } of outputs) {
    const picture = hasGround ? sharp(onSquares!) : sharp(data, { raw: { width, height, channels: pixels.channels } })
    types.push(await save(picture.resize(sizeFor(frame, pixels)), path))
  }
  const motion = await motionOf(await readFile(input))
  return { types, ...(motion !== null && { motion }) }
}

/** The pixels of a picture, scaled to a frame. For a damaged picture, returns the pixels that can be read. */
async function decode(input: string, extension: string, frame: Frame) {
  const pixels = async (failOn: FailOn) =>
    fitted(await openPicture(input, extension, failOn, frame), frame).catch((error: unknown) => {
      throw readPictureFault(error)
    })
  try {
    return await pixels('error')
  } catch (fault) {
    if (fault instanceof NoPreview && fault.reason !== 'failure') throw fault
    const found = await pixels('none').catch(() => null)
    if (found === null || (await isPlain(found))) throw fault
    return found
  }
}

/** Whether a damaged picture has a single colour, which means that nothing could be decoded. */
async function isPlain({ data, info: { width, height, channels } }: Awaited<ReturnType<typeof pixelsOf>>) {
  const { channels: all } = await sharp(data, { raw: { width, height, channels } }).stats()
  return all.every(({ min, max }) => min === max)
}

/** Writes a picture as JPEG, or as PNG if it has transparency. Returns the media type. */
export async function save(picture: Sharp, path: string): Promise<string> {
  const { data, info } = await pixelsOf(picture)
  const plain = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels as 3 | 4 } })
  const isOpaque = info.channels !== 4 || (await plain.clone().stats()).isOpaque
  if (isOpaque) await plain.removeAlpha().jpeg({ quality: 82, progressive: true }).toFile(path)
  else await plain.png({ compressionLevel: 8 }).toFile(path)
  return isOpaque ? 'image/jpeg' : 'image/png'
}

function pixelsOf(picture: Sharp) {
  return picture.raw().toBuffer({ resolveWithObject: true })
}

async function fitted(picture: Sharp, frame: Frame) {
  return pixelsOf(picture.resize(sizeFor(frame, await picture.metadata())))
}

/** @param size of the picture, upright or not */
function sizeFor(frame: Frame, { width, height }: { width: number; height: number }) {
  if (frame.fit === 'cover') return frame
  if (frame.fit === 'inside') return { ...frame, withoutEnlargement: true }
  const longer = Math.max(width, height)
  const scale = Math.min(1, CLOSE.side / longer, Math.sqrt(CLOSE.pixels / (width * height)))
  const side = Math.max(1, Math.floor(longer * scale))
  return { width: side, height: side, fit: 'inside' as const, withoutEnlargement: true }
}

/** @param failOn `none` to read as much as possible of a damaged picture */
async function openPicture(input: string, extension: string, failOn: FailOn, { fit }: Frame): Promise<Sharp> {
  const drawn = fit === 'close' ? DRAWN.close : DRAWN.usual
  const file = await readFile(input)
  const bytes = failOn === 'none' ? refill(file) : file
  if (bytes.length === 0) throw new NoPreview('empty', 'no bytes')
  if (isPackedDrawing(bytes)) return openDrawing(unpackDrawing(bytes), drawn)
  if (isHeic(bytes)) return decodeHeic(bytes)
  // Illustrator saves PDFs with additional data.
  if (extension === 'ai' && bytes.toString('latin1', 0, 5) === '%PDF-') return drawFirstPage(input, drawn)
  const nibbles = nibblesOf(bytes)
  const found = nibbles ? await readNibbles(nibbles, failOn) : readOther(bytes)
  if (Buffer.isBuffer(found)) return openPlain(found, failOn, drawn)
  const { data, ...raw } = found
  return sharp(data, { raw, limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT })
}

/** Decodes formats that libvips cannot read. Otherwise returns bytes that libvips can read: the file itself, or a picture in the file. */
function readOther(bytes: Buffer): Pixels | Buffer {
  if (isBmp(bytes)) return readBmp(bytes)
  if (isIco(bytes)) return readIco(bytes)
  if (isPsd(bytes)) return readPsd(bytes)
  if (!isPostScript(bytes)) return bytes
  const picture = pictureInPostScript(bytes)
  if (picture === null) throw new NoPreview('not_support', 'PostScript without a picture')
  return picture
}

async function drawFirstPage(path: string, drawn: number): Promise<Sharp> {
  const { drawPage, openUnlocked } = await import('../pdf/pages')
  const document = await openUnlocked(path)
  const { picture } = await drawPage(document, 0, null, ({ width, height }) => drawn / Math.max(width, height))
  return sharp(picture)
}

async function openPlain(bytes: Buffer, failOn: FailOn, drawn: number): Promise<Sharp> {
  const options = { limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT, failOn, sequentialRead: true }
  const { format, depth, space, channels } = await sharp(bytes, {
    ...options,
    limitInputPixels: !isDrawing(bytes) && IMAGE_PREVIEW_PIXEL_LIMIT,
  })
    .metadata()
    .catch((error: unknown) => {
      throw readHeaderFault(error, bytes)
    })
  if (format === 'svg') return openDrawing(bytes, drawn)
  // libvips warns of it, and returns an empty picture.
  if (format === 'tiff' && pagesOfTiff(bytes)[0]?.compression === OLD_JPEG)
    throw new NoPreview('not_support', 'a TIFF with JPEG of the old kind')
  // A profile of colours does not fit numbers of linear light.
  const picture = sharp(bytes, { ...options, ignoreIcc: space === 'scrgb' }).autoOrient()
  if (space === 'srgb' && channels > 4) return withoutMasks(picture)
  if (format === 'tiff' && isMeasured({ depth, space })) picture.linear(...(await levelsOf(bytes, { depth, space })))
  return picture.toColourspace('srgb')
}

/** Compression of TIFF 6.0. */
const OLD_JPEG = 6

/** Drops the channels beyond the colours. libvips would take the last one for the opacity. */
async function withoutMasks(picture: Sharp): Promise<Sharp> {
  const { data, info: raw } = await pixelsOf(picture.removeAlpha().toColourspace('srgb'))
  return sharp(data, { raw, limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT })
}

type Numbers = Pick<Metadata, 'depth' | 'space'>

/** Whether the numbers of a picture are no colours and no levels of light up to 255 or 65,535, but measurements or wide integers. */
function isMeasured({ depth, space }: Numbers): boolean {
  return (
    !['scrgb', 'lab', 'labs'].includes(space) && ['uint', 'int', 'short', 'char', 'float', 'double'].includes(depth)
  )
}

/** Factor and addend that turn such numbers into levels of light. A measurement without a known range spreads by its deviation. */
async function levelsOf(bytes: Buffer, { depth, space }: Numbers): Promise<[factor: number, addend: number]> {
  if (depth === 'uint') return [2 ** -24, 0]
  const top = space === 'grey16' ? 65_535 : 255
  const { min, max, mean, stdev } = (await sharp(bytes, { limitInputPixels: IMAGE_PREVIEW_PIXEL_LIMIT }).stats())
    .channels[0]!
  if (min >= 0 && max <= 1) return [top, 0]
  const factor = top / (4 * (stdev || 1))
  return [factor, top / 2 - mean * factor]
}

/** Whether the bytes look like an SVG, whose stated size says nothing about the pixels to decode. */
function isDrawing(bytes: Buffer): boolean {
  return bytes[0] !== 0xff && bytes.subarray(0, 4096).includes('<svg')
}

/** First bytes of pictures with a reader. */
const KNOWN = /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|II\*\0|MM\0\*|....ftyp)/s

/** Messages about kinds of TIFF that libvips does not read: old JPEG, LZMA, tiles of separate colours, Lab, and odd numbers of bits. */
const UNREAD =
  /support is not configured|planes not supported|bad labq format|not a whole number of bytes|unsupported tiff image type|out of range/i

function readHeaderFault(error: unknown, bytes: Buffer): NoPreview {
  const message = String((error as Error).message)
  if (/pixel limit/i.test(message)) return new NoPreview('too_large', message)
  if (UNREAD.test(message)) return new NoPreview('not_support', message)
  const isOther = /unsupported image format/i.test(message) && !KNOWN.test(bytes.toString('latin1', 0, 16))
  return new NoPreview(isOther ? 'extension_not_correct' : 'failure', message)
}

function readPictureFault(error: unknown): NoPreview {
  const message = String((error as Error).message)
  if (/pixel limit/i.test(message)) return new NoPreview('too_large', message)
  return new NoPreview(UNREAD.test(message) ? 'not_support' : 'failure', message)
}
