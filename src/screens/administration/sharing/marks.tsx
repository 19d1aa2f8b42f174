import type { ShareState } from '@/contract/shares/shares'
import type { FileRequestState } from '@/contract/fileRequests'
import type { Words } from '@/i18n/words'
import { Mark, type Tone } from '../controls/Marks'

const tones: Record<ShareState, Tone> = {
  open: 'green',
  waiting: 'amber',
  limit_reached: 'amber',
  refused: 'amber',
  expired: 'grey',
  closed: 'red',
  unavailable: 'grey',
}

/** Whether a link can be opened, or why not. */
export function LinkMark({ state, words }: { state: ShareState; words: Words<'links'> }) {
  return <Mark tone={tones[state]}>{words(`links.state.${state}`)}</Mark>
}

const collectTones: Record<FileRequestState, Tone> = {
  open: 'green',
  full: 'amber',
  ended: 'grey',
  closed: 'red',
  unavailable: 'grey',
}

/** Whether a collecting link accepts files, or why not. */
export function CollectingMark({ state, words }: { state: FileRequestState; words: Words<'collect'> }) {
  return <Mark tone={collectTones[state]}>{words(`collect.state.${state}`)}</Mark>
}
