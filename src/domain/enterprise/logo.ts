/** Thousands of bytes that a logo may have, within what the contract takes (LAND-09). */
export const LOGO_KILOBYTES = 500

/** What a PNG, JPEG and WebP begin with, in base64. */
const starts = ['iVBORw0KGgo', '/9j/', 'UklGR'] as const

/** Whether bytes in base64 begin as one of the pictures that a logo is made of; the server looks at all of them. */
export function isLogoKind(base64: string): boolean {
  return starts.some((start) => base64.startsWith(start))
}

/** Where the pictures of enterprises are had, by anybody (1§7). */
export const LOGO = '/api/enterprise/pic_download'

/** The path of an enterprise's picture on the server; null without one. @param key as EnterpriseInfo has it */
export function logoAddress(enterpriseId: number, key: string | null): string | null {
  return key === null ? null : `${LOGO}?enterprise_id=${enterpriseId}&profile_pic_key=${encodeURIComponent(key)}`
}
