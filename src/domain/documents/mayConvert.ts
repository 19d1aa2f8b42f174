import { abilities, type AbilityAnswer, type AbilitySubject } from '../items/abilities'
import { documentMadeOf } from './conversions'
import { documentKindOf } from './roots'

/**
 * Whether a user may make a document of a file, beside the file (DOC-07): who may download the file, and whose role there adds files. A place that
 * takes no more files refuses it later. The organisation must have documents. @param extension of the file, lower case
 */
export function mayMakeDocument(subject: AbilitySubject, extension: string): AbilityAnswer {
  const { item } = subject
  const isSource = item.type === 'file' && documentMadeOf(extension) !== null
  // A viewer who uploads adds files and changes none.
  const addsFiles = item.permissions.includes('item_upload') || item.final_role === 'viewer_uploader'
  return isSource && addsFiles ? abilities.download(subject) : 'hidden'
}

/** Whether a user may copy a document as a file of another kind: who could download another file in its place. */
export function mayCopyAs(subject: AbilitySubject, extension: string): AbilityAnswer {
  const { type, is_deleted: isDeleted, is_encrypted: isEncrypted } = subject.item
  return type === 'file' && documentKindOf(extension) !== null && !isDeleted && !isEncrypted
    ? abilities.copy(subject)
    : 'hidden'
}
