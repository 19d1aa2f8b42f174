import { createApp, type AppServices } from '@/stores/app/AppServices'
import { makeBaseInfo, makeStrangerInfo } from './factories'
import { FakePlatform } from './fakePlatform'
import { settled } from './until'

export interface Rig {
  app: AppServices
  platform: FakePlatform
  server: FakePlatform['server']
}

/** A platform whose server knows the user. */
export function platformSignedIn(name: FakePlatform['name'] = 'h5'): FakePlatform {
  const platform = new FakePlatform(name)
  if (name === 'weapp') platform.storage.write('authToken', 'token-1')
  platform.server
    .on('GET /apps/users/is_user_logged_in', { is_user_logged_in: true })
    .on('GET /apps/users/get_base_info', makeBaseInfo())
    .on('GET /apps/frequently_used_items/get_space_info', { used: 10, total: 100, item_count: 3 })
    .on('POST /apps/logs/action', {})
    .on('GET /apps/users/sign_on_ways', { ways: [] })
    .on('GET /apps/messages/outside', {
      is_possible: false,
      is_known: false,
      choices: { mention: false, invitation: false, first_visit: true },
    })
  return platform
}

/** A platform whose server accepts login `wang` with password `right`. */
export function platformSignedOut(name: FakePlatform['name'] = 'h5'): FakePlatform {
  const platform = new FakePlatform(name)
  let isSignedIn = false
  platform.server
    .on('GET /apps/users/is_user_logged_in', () => ({ is_user_logged_in: isSignedIn }))
    .on('GET /apps/users/get_base_info', () =>
      isSignedIn ? makeBaseInfo({ csrf_token: 'csrf-2' }) : makeStrangerInfo(),
    )
    .on('GET /apps/frequently_used_items/get_space_info', { used: 10, total: 100, item_count: 3 })
    .on('GET /apps/users/sign_on_ways', { ways: [] })
    .on('POST /apps/users/login', ({ scenario }) => {
      isSignedIn = true
      return { csrf_token: 'csrf-2', ...(scenario === 'applet' ? { auth_token: 'token-2' } : {}) }
    })
  return platform
}

/** The app on a platform, started. */
export async function startApp(platform = platformSignedIn()): Promise<Rig> {
  const app = createApp(platform)
  await app.session.start()
  await settled()
  return { app, platform, server: platform.server }
}
