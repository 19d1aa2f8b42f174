import type { Api } from '@/api/Api'
import type { PictureReply } from '@/contract/documents'
import type { Canceler, PickedFile, Platform } from '@/platform/Platform'

interface Sent {
  /** The token of the document. */
  access: string
  file: PickedFile
  canceler: Canceler
}

const PATH = '/api/apps/documents/pictures'

/** Sends a picture for a text (DOC-09). @returns the key by which the text names it @throws ApiFailure, FileUnreadable */
export function sendPicture(
  api: Api,
  platform: Pick<Platform, 'upload'>,
  { access, file, canceler }: Sent,
): Promise<string> {
  const headers = { 'document-access': access }
  return api.withRecovery(
    async () => {
      const answer = await api.answerOf({ method: 'POST', path: PATH }, () =>
        platform.upload({ path: PATH, headers, file, onProgress: () => {}, canceler }),
      )
      return (answer as PictureReply).picture
    },
    { canceler, handledCodes: ['document_picture_unreadable'] },
  )
}
