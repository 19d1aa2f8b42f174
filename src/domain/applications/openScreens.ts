import { readPath, withoutBase } from '../addresses'

export const openScreens = [
  '/select_files/:space?/:id?',
  '/select_destination/:space?/:id?',
  '/open_upload',
  '/open_preview',
] as const

/** A screen that applications embed in a frame (RT-09), and where its picker starts. */
export interface OpenScreen {
  module: OpenModule
  space?: string
  id?: string
}

export type OpenModule = 'select_files' | 'select_destination' | 'open_upload' | 'open_preview'

export function readOpenScreen(path: string): OpenScreen | null {
  const own = withoutBase(path)
  for (const pattern of openScreens) {
    const params = readPath(pattern, own)
    if (params) return { module: pattern.split('/')[1] as OpenModule, ...params }
  }
  return null
}
