/** Bounds of collaborative documents (decisions 279). The server refuses what exceeds them. */

const MiB = 1024 * 1024

/** bytes of one update */
export const DOCUMENT_UPDATE_LIMIT = 2 * MiB
/** bytes of the whole state of a document */
export const DOCUMENT_STATE_LIMIT = 20 * MiB
/** connections to one document, in one process of the server: 200 readers and those who write */
export const DOCUMENT_CONNECTIONS_LIMIT = 250
/** levels of elements within one another, also of values within one cell */
export const DOCUMENT_DEPTH_LIMIT = 100
/** bytes of a picture as it is sent, and pixels of its longer side as it is kept */
export const DOCUMENT_PICTURE_LIMIT = 20 * MiB
export const DOCUMENT_PICTURE_SIDE = 2048
/** pictures of one document, also those that only its versions name */
export const DOCUMENT_PICTURES_LIMIT = 1000
/** bytes that one reader may report about their presence: the place of the caret */
export const DOCUMENT_PRESENCE_LIMIT = 4096
/** bytes of the changes to one document that a phone keeps until the server stores them: its storage has 5 MB for everything */
export const UNSENT_LIMIT = 512 * 1024
/** characters of a version's name */
export const DOCUMENT_VERSION_NAME_LIMIT = 100
/** versions per page of the history */
export const DOCUMENT_HISTORY_PAGE = 50
