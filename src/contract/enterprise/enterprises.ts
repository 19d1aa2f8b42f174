import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable } from '../call'
import { Avatar } from '../entities'

/** A small picture in base64, up to half a million bytes; null removes it. */
export const SmallPicture = nullable(
  Type.String({ minLength: 1, maxLength: 700_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
)

/** A person with a profile picture. */
export const PicturedPerson = Type.Object({ id: Id, name: Type.String(), login: Type.String(), avatar: Avatar })

export const enterpriseCalls = {
  /**
   * Own call, for administrators: the logo on the pages of their enterprise's links, for light or dark backgrounds (LAND-09). Refused with
   * invalid_request unless it is a PNG, JPEG or WebP.
   */
  'POST /enterprise/set_logo': call(
    {
      picture: SmallPicture,
      is_dark: Type.Optional(Type.Boolean({ default: false })),
    },
    /** The logo's address; null for none. */
    { logo_url: nullable(Type.String()) },
  ),
  /** Own call, for administrators: active people of their enterprise with a picture (CONT-03), by name, 50 per page. */
  'GET /enterprise/pictures': call(
    {
      /** Part of a name or a login. */
      search_string: Type.Optional(Type.String({ maxLength: 400 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    },
    { people: Type.Array(PicturedPerson), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /** Own call, for administrators: removes the picture of a user of their enterprise. Does nothing if there is no picture. */
  'POST /enterprise/remove_picture': call({ user_id: Id }, {}),
}

export type PicturedPerson = Static<typeof PicturedPerson>
