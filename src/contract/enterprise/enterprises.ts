import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from '../call'
import { Avatar } from '../entities'

/** A small picture in base64: half a million bytes; null takes it away. */
export const SmallPicture = nullable(
  Type.String({ minLength: 1, maxLength: 700_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
)

/** Somebody who shows a picture of themself. */
export const PicturedPerson = Type.Object({ id: Id, name: Type.String(), login: Type.String(), avatar: Avatar })

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
  /** Own call, for administrators: the active people of their enterprise who show a picture (CONT-03), by name, 50 at a time. */
  'GET /enterprise/pictures': call(
    {
      /** Part of a name or a login. */
      search_string: Type.Optional(Type.String({ maxLength: 400 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    },
    { people: Type.Array(PicturedPerson), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /** Own call, for administrators: takes the picture of somebody of their enterprise away. One that is gone is passed over. */
  'POST /enterprise/remove_picture': call({ user_id: Id }, {}),
}

export type PicturedPerson = Static<typeof PicturedPerson>
