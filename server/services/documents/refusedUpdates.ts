import { Refused } from '../../errors'

/** For an update that is damaged, or holds what no document of its kind holds. */
export const refusedUpdate = () => new Refused('document_update_refused')
/** For an update that builds on changes that the document does not have. */
export const outdated = () => new Refused('document_outdated')
