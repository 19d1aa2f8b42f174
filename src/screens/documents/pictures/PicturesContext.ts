import { createContext, useContext } from 'react'
import type { DocumentSession } from '@/stores/documents/DocumentSession'

/** Where the pictures of a text are; null while the text is closed. */
export type PictureSource = Pick<DocumentSession, 'fileId' | 'addressOf'>

export const PicturesContext = createContext<PictureSource | null>(null)

export const usePictureSource = (): PictureSource | null => useContext(PicturesContext)
