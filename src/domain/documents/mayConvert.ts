import { abilities, type AbilityAnswer, type AbilitySubject } from '../items/abilities'
import { documentSourceOf } from './conversions'

/**
 * Whether a user may make a text (ydoc) of a file, beside the file (DOC-07): who may download the file, and whose role there adds files. A place that
 * takes no more files refuses it later. The organisation must have documents. @param extension of the file, lower case
 */
export function mayMakeDocument(subject: AbilitySubject, extension: string): AbilityAnswer {
  const { item } = subject
  const isSource = item.type === 'file' && documentSourceOf(extension) !== null
  // A viewer who uploads adds files and changes none.
  const addsFiles = item.permissions.includes('item_upload') || item.final_role === 'viewer_uploader'
  return isSource && addsFiles ? abilities.download(subject) : 'hidden'
}

/** Whether a user may copy a text (ydoc) as a file of another kind: who could download another file in its place. */
export function mayCopyAs(subject: AbilitySubject, extension: string): AbilityAnswer {
  const { type, is_deleted: isDeleted, is_encrypted: isEncrypted } = subject.item
  return type === 'file' && extension === 'ydoc' && !isDeleted && !isEncrypted ? abilities.copy(subject) : 'hidden'
}
