import { Type, type Static } from '@sinclair/typebox'

/** Which guides are still to be shown: one is off when false (1§3, decisions 59). */
export const UserGuideSettings = Type.Object({
  user_guide_h5_sync: Type.Boolean(),
  user_guide_h5_upload: Type.Boolean(),
  user_guide_h5_logout: Type.Boolean(),
})

/** How this server is set up, as far as a client asks. */
export const EnvironmentConfig = Type.Object({
  /** Days that an upload which was broken off can be resumed. */
  upload_days: Type.Integer({ minimum: 1 }),
  /** Days after which a session ends however much it is used. */
  session_days: Type.Integer({ minimum: 1 }),
})

export type UserGuideSettings = Static<typeof UserGuideSettings>
