import type { DocumentPerson } from '@/contract/documents'

/** Who restored a version of a document. */
export type Restorer = Pick<DocumentPerson, 'id' | 'name'>

/** A person as one word of a notification. */
export function writeRestorer({ id, name }: Restorer): string {
  return Buffer.from(JSON.stringify({ id, name })).toString('base64')
}

export function readRestorer(text: string): Restorer {
  return JSON.parse(Buffer.from(text, 'base64').toString()) as Restorer
}
