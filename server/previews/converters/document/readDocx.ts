import { StringDecoder } from 'node:string_decoder'
import type { ReadingBlock } from '@/contract/previews/reading'
import { MOST_WEIGHT } from '../reading/flatten'
import { DocxBlocks, type DocxContext } from './DocxBlocks'
import { DocxParts } from './docxParts'
import { DocxLists, DocxStyles } from './docxStyles'
import { smallPicture, type SmallPicture } from './pictures'

/** Weight of a beginning. */
const BEGINNING = 24 * 1024
/** Pictures of a document that are shown, characters of their addresses together, and ms of work for them. */
const MOST = { pictures: 400, characters: 24 * 1024 * 1024, work: 60_000 }

type Relations = Awaited<ReturnType<DocxParts['relationsOf']>>

/** What is read: the beginning or all that is shown for reading, or what a document that people edit needs: undivided and without pictures. */
type Wanted = 'beginning' | 'whole' | 'document'

/** The blocks of a document of Word. Throws NoPreview like `DocxParts`. */
export async function readDocx(
  path: string,
  wanted: Wanted,
): Promise<{ blocks: AsyncIterable<ReadingBlock>; isCut: boolean }> {
  const parts = await DocxParts.open(path)
  const main = await parts.main()
  const relations = await parts.relationsOf(main)
  const partOf = (type: string) => [...relations.values()].find((each) => each.type.endsWith(`/${type}`))?.target ?? ''
  const context: DocxContext = {
    styles: new DocxStyles((await parts.text(partOf('styles'))) ?? ''),
    lists: new DocxLists((await parts.text(partOf('numbering'))) ?? ''),
    links: new Map([...relations].flatMap(([id, { isExternal, target }]) => (isExternal ? [[id, target]] : []))),
    most: wanted === 'beginning' ? BEGINNING : MOST_WEIGHT,
    isUndivided: wanted === 'document',
  }
  const text = await readPart(parts, main, context)
  const { blocks } = text
  let { left } = text
  for (const type of ['footnotes', 'endnotes']) {
    if (left < 0 || !parts.has(partOf(type))) continue
    const notes = await readPart(parts, partOf(type), { ...context, links: new Map(), most: left })
    left = notes.left
    for (const block of notes.blocks) if (block.kind !== 'picture') blocks.push(block)
  }
  const pictures = wanted === 'document' ? new Map() : relations
  return { blocks: withPictures(blocks, parts, pictures), isCut: left < 0 }
}

async function readPart(parts: DocxParts, part: string, context: DocxContext): Promise<DocxBlocks> {
  const reader = new DocxBlocks(context)
  const decoder = new StringDecoder('utf8')
  await parts.pass(part, (chunk) => reader.write(decoder.write(chunk)))
  reader.end()
  return reader
}

/** Puts the pictures in, each of which is made once. Pictures without a relation and outside the document are never fetched. */
async function* withPictures(
  blocks: readonly ReadingBlock[],
  parts: DocxParts,
  relations: Relations,
): AsyncGenerator<ReadingBlock> {
  const made = new Map<string, SmallPicture | null>()
  const before = process.cpuUsage()
  let characters = 0
  const isOver = () => {
    const { user, system } = process.cpuUsage(before)
    return made.size >= MOST.pictures || characters >= MOST.characters || (user + system) / 1000 >= MOST.work
  }
  for (const block of blocks) {
    if (block.kind !== 'picture') {
      yield block
      continue
    }
    const relation = relations.get(block.address ?? '')
    const part = relation === undefined || relation.isExternal ? '' : relation.target
    if (!made.has(part) && !isOver()) {
      const bytes = await parts.picture(part).catch(() => null)
      made.set(part, bytes && (await smallPicture(bytes)))
    }
    const picture = characters < MOST.characters ? (made.get(part) ?? null) : null
    characters += picture?.address.length ?? 0
    yield {
      ...block,
      address: picture?.address ?? null,
      width: block.width || (picture?.width ?? 0),
      height: block.height || (picture?.height ?? 0),
    }
  }
}
