import { Type } from '@sinclair/typebox'
import { call, nullable } from './call'

/** A small picture in base64: half a million bytes; null takes it away. */
export const SmallPicture = nullable(
  Type.String({ minLength: 1, maxLength: 700_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
)

export const enterpriseCalls = {
  /**
   * Own call, for administrators: the picture that the pages of their enterprise's links show, on light or on dark grounds (LAND-09). Refused:
   * invalid_request for what is no PNG, JPEG or WebP.
   */
  'POST /enterprise/set_logo': call(
    {
      picture: SmallPicture,
      is_dark: Type.Optional(Type.Boolean({ default: false })),
    },
    /** Where it is had; null for none. */
    { logo_url: nullable(Type.String()) },
  ),
}
