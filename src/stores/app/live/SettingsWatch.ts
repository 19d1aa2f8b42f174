import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'

interface Dependencies {
  api: Pick<Api, 'call'>
  sessionContext: Pick<SessionContext, 'setBaseInfo' | 'user'>
}

/** Fetches the facts about the organisation again once the stream's mark says that they changed, so that switches need no reload. */
export class SettingsWatch {
  private mark = ''

  constructor(private readonly deps: Dependencies) {}

  /** @param mark '' from a server that sends none */
  async apply(mark: string): Promise<void> {
    const before = this.mark
    if (before === '' || mark === '') this.mark = mark
    if (before === '' || mark === '' || before === mark) return
    const { api, sessionContext } = this.deps
    const info = await answerOrNull(api.call('GET /apps/users/get_base_info', {}, { handledCodes: 'all' }))
    // After a failure the next event tries again. Another user may have signed in meanwhile.
    if (!info?.user_info || info.user_info.id !== sessionContext.user?.id) return
    this.mark = mark
    sessionContext.setBaseInfo(info)
  }
}
