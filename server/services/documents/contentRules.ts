import * as Y from 'yjs'
import { DOCUMENT_DEPTH_LIMIT } from '@/domain/documents/bounds'
import { refusedUpdate } from './refusedUpdates'
import { isOfSheet, type SheetPart } from './sheetRules'

type Content = Y.Item['content']

/** The place of something in a document: the Yjs type that holds it, the key there, and the levels above. */
export interface Place {
  type: Y.AbstractType<unknown>
  /** null in a sequence */
  key: string | null
  depth: number
  /** undefined outside the sheets of a document */
  sheetPart?: SheetPart
}

/** Names of elements, as TipTap gives them. */
const elementName = /^[A-Za-z][\w-]{0,63}$/
/** characters of a key in a map, or of an attribute's name */
const KEY_LENGTH = 200

/** @throws Refused document_update_refused if a document holds nothing like the content in this place */
export function requireContent(content: Content, { type, key, sheetPart }: Omit<Place, 'depth'>): void {
  if (key !== null && key.length > KEY_LENGTH) throw refusedUpdate()
  if (content instanceof Y.ContentDeleted) return
  const isFitting = sheetPart === undefined ? isAllowed(content, type, key) : isOfSheet(content, sheetPart, key)
  if (!isFitting) throw refusedUpdate()
}

function isAllowed(content: Content, type: Y.AbstractType<unknown>, key: string | null): boolean {
  // Y.XmlText is a Y.Text, and Y.XmlElement is a Y.XmlFragment.
  if (type instanceof Y.Text) return key === null && isOfText(content)
  if (type instanceof Y.XmlElement && key !== null) return isPlain(content)
  if (type instanceof Y.XmlFragment) return key === null && isNode(content)
  if (type instanceof Y.Map) return key !== null && (isPlain(content) || isCollection(content))
  return type instanceof Y.Array && key === null && (isPlain(content) || isCollection(content))
}

function isOfText(content: Content): boolean {
  if (content instanceof Y.ContentString) return true
  if (content instanceof Y.ContentFormat) return content.key.length <= KEY_LENGTH && isShallow(content.value)
  return content instanceof Y.ContentEmbed && isShallow(content.embed)
}

/** An element or a text within elements. */
function isNode(content: Content): boolean {
  if (!(content instanceof Y.ContentType)) return false
  const { type } = content
  if (type instanceof Y.XmlElement) return elementName.test(type.nodeName)
  return type instanceof Y.XmlText
}

function isCollection(content: Content): boolean {
  if (!(content instanceof Y.ContentType)) return false
  const { type } = content
  // The exact types: Y.XmlText is a Y.Text, and a hook of Yjs is a Y.Map.
  return [Y.Map, Y.Array, Y.Text].some((allowed) => type.constructor === allowed)
}

function isPlain(content: Content): boolean {
  return content instanceof Y.ContentAny && content.arr.every(isShallow)
}

/** Whether a value has only so many levels, and no bytes. */
function isShallow(value: unknown): boolean {
  const left: [value: unknown, depth: number][] = [[value, 0]]
  while (left.length > 0) {
    const [each, depth] = left.pop()!
    if (each instanceof Uint8Array || depth > DOCUMENT_DEPTH_LIMIT) return false
    if (typeof each === 'object' && each !== null) for (const one of Object.values(each)) left.push([one, depth + 1])
  }
  return true
}
