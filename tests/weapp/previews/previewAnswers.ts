import type { Phone } from '../Phone'

export const info = 'GET /api/apps/representations/info'

/** The file that the phone's viewer received. */
export async function opened(phone: Phone) {
  return phone.until(() => phone.host.openedDocuments[0])
}

export const generating = (status: string, more = {}) => ({
  success: true,
  status,
  progress: 0,
  media_status: null,
  change_mode_available: false,
  preview_type: 'pdf',
  reason: null,
  preview_url: null,
  download_url: null,
  category: null,
  password: null,
  exif_rotation: 0,
  ...more,
})
