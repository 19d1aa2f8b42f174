import { Type } from '@sinclair/typebox'
import { Id, call } from '../call'
import { shareScenario } from '../shares/shares'

export const onlineDocumentCalls = {
  /**
   * The editor's address for a collaborative document (ydoc, yxls; PREV-11): `ORIGIN/documents/FILE_ID#access=TOKEN`, the page of our own editor, or a
   * frame's address of the editor of DOCUMENT_EDITOR_URL where that is set. Our own editor has no page for yxls yet. Refused like every preview with:
   * item_not_found, item_is_deleted, permission_denied; in the share scenario share_link_preview_limited, share_link_preview_download_limited. Also
   * with: encrypt_yiqixie for an encrypted document; not_support for other files, for a kind without a page, in a mini-program without
   * DOCUMENT_WEB_VIEW, in an enterprise without collaborative documents, and for visitors where DOCUMENT_EDITOR_URL is set.
   */
  'GET /yiqixie/get_access_url': call(
    { file_id: Id, ...shareScenario },
    {
      /** The absolute address of the editor, for the asking user or visitor, valid for at most two hours. */
      access_url: Type.String(),
    },
  ),
}
