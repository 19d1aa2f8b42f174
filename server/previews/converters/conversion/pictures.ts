import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageRun } from 'docx'
import sharp from 'sharp'
import { PICTURE_ELEMENT, pictureKey } from '@/domain/documents/pictures'
import { isText, textOf } from './nodes'
import { pictureName } from './pictureName'
import type { ElementNode } from './nodes'

/** A picture of a text. */
export interface PictureFile {
  data: Buffer
  type: 'jpg' | 'png'
  /** px */
  width: number
  height: number
}

/** px of the text's width on a page of Word, and of the highest picture on it */
const PAGE = { width: 600, height: 840 }

/** The pictures that nodes name, by their keys. Those without a file are left out. @param folder where their files are */
export async function picturesIn(nodes: readonly ElementNode[], folder: string): Promise<Map<string, PictureFile>> {
  const found = new Map<string, PictureFile>()
  const left = [...nodes]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const key = node.type === PICTURE_ELEMENT ? pictureKey(node.attrs?.picture) : null
    if (key !== null && !found.has(key)) {
      const picture = await readPicture(join(folder, pictureName(key)))
      if (picture !== null) found.set(key, picture)
    }
    for (const child of node.content ?? []) if (!isText(child)) left.push(child)
  }
  return found
}

async function readPicture(path: string): Promise<PictureFile | null> {
  const data = await readFile(path).catch(() => null)
  if (data === null) return null
  const { format, width, height } = await sharp(data).metadata()
  return { data, type: format === 'png' ? 'png' : 'jpg', width, height }
}

/** The picture of an element as Word shows it; null without one. */
export function wordPicture(
  { attrs }: ElementNode,
  pictures: ReadonlyMap<string, PictureFile>,
  alt: string,
): ImageRun | null {
  const picture = pictures.get(textOf(attrs?.picture))
  if (picture === undefined) return null
  const scale = Math.min(1, PAGE.width / picture.width, PAGE.height / picture.height)
  return new ImageRun({
    type: picture.type,
    data: picture.data,
    transformation: { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) },
    altText: { name: '', title: '', description: alt },
  })
}
