import { Type } from '@sinclair/typebox'
import { call, nullable } from './call'

/** Characters of a picture in base64: half a million bytes. */
const PICTURE = 700_000

export const enterpriseCalls = {
  /**
   * Own call, for administrators: the picture that the pages of their enterprise's links show, on light or on dark grounds (LAND-09). Refused:
   * invalid_request for what is no PNG, JPEG or WebP.
   */
  'POST /enterprise/set_logo': call(
    {
      /** In base64; null takes it away. */
      picture: nullable(Type.String({ minLength: 1, maxLength: PICTURE, pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
      is_dark: Type.Optional(Type.Boolean({ default: false })),
    },
    /** Where it is had; null for none. */
    { logo_url: nullable(Type.String()) },
  ),
}
