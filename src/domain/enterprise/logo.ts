/** The maximum size of a logo in thousands of bytes, within the limit of the contract (LAND-09). */
export const LOGO_KILOBYTES = 500

/** The first bytes of a PNG, JPEG and WebP, in base64. */
const starts = ['iVBORw0KGgo', '/9j/', 'UklGR'] as const

/** Whether base64 bytes start like an accepted picture. The server checks the whole picture. */
export function isLogoKind(base64: string): boolean {
  return starts.some((start) => base64.startsWith(start))
}

/** The public address of enterprise logos (1§7). */
export const LOGO = '/api/enterprise/pic_download'

/** The address of an enterprise's logo on the server; null without one. @param key from EnterpriseInfo */
export function logoAddress(enterpriseId: number, key: string | null): string | null {
  return key === null ? null : `${LOGO}?enterprise_id=${enterpriseId}&profile_pic_key=${encodeURIComponent(key)}`
}
