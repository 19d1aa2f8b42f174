import type { PreviewStore } from './PreviewStore'

/** Whether words can be found on the pages that are shown: for those who may receive the text (AH-38, decisions 219). */
export function offersFind({ item, kind, phase, reading, representation: { info } }: PreviewStore): boolean {
  if (!item || phase !== 'ready' || kind !== 'pdf' || !reading.mayRead) return false
  return item.action_permissions.perm_download && info?.receives_text === true
}
