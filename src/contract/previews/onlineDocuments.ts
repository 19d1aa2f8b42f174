import { Type } from '@sinclair/typebox'
import { Id, call } from '../call'

export const onlineDocumentCalls = {
  /**
   * Where a collaborative document (ydoc, yxls) is shown in a frame (PREV-11). Refused as any look at the file is: item_not_found,
   * item_is_deleted, permission_denied; encrypt_yiqixie for an encrypted one; not_support for other files, and where no editor shows them.
   */
  'GET /yiqixie/get_access_url': call(
    { file_id: Id, scenario: Type.Optional(Type.String()) },
    {
      /** A whole address of the editor, for the asking user and at most two hours. */
      access_url: Type.String(),
    },
  ),
}
