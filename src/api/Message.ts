import type { PackageName, Phrase } from '@/i18n/Phrase'

/** A message for the user: a phrase for a screen to word, or a finished text, for example from the server (decisions 41). */
export type Message<P extends PackageName = never> = Phrase<P> | { text: string }

/** Whether two messages read the same. */
export function sameMessage(a: Message, b: Message): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
