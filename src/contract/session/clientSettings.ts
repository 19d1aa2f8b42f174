import { Type, type Static } from '@sinclair/typebox'

/** The guides to show. false switches a guide off (1§3, decisions 59). */
export const UserGuideSettings = Type.Object({
  user_guide_h5_sync: Type.Boolean(),
  user_guide_h5_upload: Type.Boolean(),
  user_guide_h5_logout: Type.Boolean(),
})

/** The server settings that clients need. */
export const EnvironmentConfig = Type.Object({
  /** Days for which an interrupted upload can be resumed. */
  upload_days: Type.Integer({ minimum: 1 }),
  /** Days after which a session ends, even if it is used. */
  session_days: Type.Integer({ minimum: 1 }),
})

export type UserGuideSettings = Static<typeof UserGuideSettings>
