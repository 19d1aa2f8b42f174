import type { ActorKey } from '../actors/actorKey'
import type { Configuration } from '../config/configuration'
import type { Signer } from './signing'

/** The version of a file that an address names. */
export interface NamedVersion {
  fileId: number
  versionKey: string
}

export const DOWNLOAD_CONTENT = '/api/apps/files/download/content'
export const UPLOAD = '/api/apps/files/upload'
/** Receives files of applications. */
export const OPEN_UPLOAD = '/api/v2/file/upload/content'
export const TUS = '/api/apps/files/tus'
export const PACK_CONTENT = '/api/pack_download/content'
export const OFFICE_FRAME = '/api/apps/representations/office'
export const VOICE = '/api/apps/comments/voice_download'
export const DOCUMENT_ACCESS = '/api/yiqixie/access'
/** Pictures in texts: receives one, and below it serves each. */
export const DOCUMENT_PICTURES = '/api/apps/documents/pictures'
/** The socket of documents that are edited together. */
export const DOCUMENT_SOCKET = '/documents/socket'

interface Outside {
  sign: Signer
  config: Pick<Configuration, 'officePreviewUrl' | 'documentEditorUrl' | 'baseUrl'>
}

/** The address of a version's own bytes (decisions 39). The right is checked again on use. */
export function downloadAddress(sign: Signer, version: NamedVersion, actor: ActorKey): string {
  return sign.address(DOWNLOAD_CONTENT, named(version), actor)
}

/** The address for uploading all bytes at once. It also needs the actor's session. */
export function uploadAddress(sign: Signer, uploadId: string, actor: ActorKey): string {
  return sign.address(UPLOAD, { upload_id: uploadId }, actor)
}

/** The address for the form of an application's upload. The address itself grants the right. */
export function openUploadAddress(sign: Signer, uploadId: string, actor: ActorKey): string {
  return sign.address(OPEN_UPLOAD, { upload_id: uploadId }, actor)
}

/** The address for the parts of an upload. It needs the actor's session. */
export function tusAddress(uploadId: string): string {
  return `${TUS}/${uploadId}`
}

/** The address of an archive of several items. */
export function packAddress(sign: Signer, packId: string, actor: ActorKey): string {
  return sign.address(PACK_CONTENT, { pack_id: packId }, actor)
}

/** The office frame around a document's PDF rendition (decisions 27, 39). */
export function officeFrameAddress(sign: Signer, version: NamedVersion, actor: ActorKey): string {
  return sign.address(OFFICE_FRAME, named(version), actor)
}

/** The page of the configured office service for a document; null without one. The service fetches the original: only for actors who may download. */
export function officeServiceAddress(
  { sign, config: { officePreviewUrl, baseUrl } }: Outside,
  version: NamedVersion,
  actor: ActorKey,
): string | null {
  if (officePreviewUrl === null || baseUrl === null) return null
  return officePreviewUrl.replace('{file}', () => encodeURIComponent(baseUrl + downloadAddress(sign, version, actor)))
}

/** The page of the configured editor for a collaborative document; null without one. */
export function documentEditorAddress(
  { sign, config: { documentEditorUrl, baseUrl } }: Outside,
  version: NamedVersion,
  actor: ActorKey,
): string | null {
  if (documentEditorUrl === null || baseUrl === null) return null
  const access = baseUrl + sign.address(DOCUMENT_ACCESS, named(version), actor)
  return documentEditorUrl.replace('{access}', () => encodeURIComponent(access))
}

/** Who may open a document by its token. */
export interface DocumentHolder {
  fileId: number
  actor: ActorKey
  /** The session that the token ends with; absent for visitors of links. */
  sessionId?: number
}

/** The token for the socket of a document. It is the query of a signed address, and is never sent as one. */
export function documentToken(sign: Signer, { fileId, actor, sessionId }: DocumentHolder): string {
  const address = sign.address(DOCUMENT_SOCKET, { file_id: fileId, session: sessionId }, actor)
  return address.slice(DOCUMENT_SOCKET.length + 1)
}

/** Reads a token of `documentToken`. @throws Refused as Signer.verify */
export function readDocumentToken(sign: Signer, token: string): DocumentHolder {
  return holderIn(sign.verify(`${DOCUMENT_SOCKET}?${token}`), token)
}

function holderIn(actor: ActorKey, text: string): DocumentHolder {
  const query = new URLSearchParams(text)
  const session = query.get('session')
  return { fileId: Number(query.get('file_id')), actor, ...(session !== null && { sessionId: Number(session) }) }
}

/** The address of a text's pictures: the key of one follows its path. The rights are checked again on use. */
export function picturesAddress(sign: Signer, { fileId, actor, sessionId }: DocumentHolder): string {
  return sign.address(DOCUMENT_PICTURES, { file_id: fileId, session: sessionId }, actor)
}

/** Reads the query of `picturesAddress`. @throws Refused as Signer.verify */
export function readPicturesQuery(sign: Signer, query: string): DocumentHolder {
  return holderIn(sign.verify(`${DOCUMENT_PICTURES}?${query}`), query)
}

/** The address of our own editor. What follows the `#` is sent to no server. */
export function ownEditorAddress(origin: string, fileId: number, token: string): string {
  return `${origin}/documents/${fileId}#access=${encodeURIComponent(token)}`
}

/** The address of a comment's recording (2§7). The right is checked again on use. */
export function voiceAddress(sign: Signer, commentId: number, actor: ActorKey): string {
  return sign.address(VOICE, { comment_id: commentId, voice_format: 'mp3' }, actor)
}

function named({ fileId, versionKey }: NamedVersion) {
  return { file_id: fileId, file_version_key: versionKey }
}
