import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import type { AllowedApplication } from '@/contract/grants'
import { faultOf } from './accountFaults'

/** The applications that the user allowed to act for them. */
export class AllowedApplications {
  phase: 'loading' | 'failed' | 'ready' = 'loading'
  applications: readonly AllowedApplication[] = []
  fault: Message | null = null

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, applications: observable.ref, fault: observable.ref })
  }

  async load() {
    this.began()
    try {
      const { applications } = await this.api.call('GET /apps/applications/allowed', {}, { quiet: true })
      this.received(applications)
    } catch (error) {
      this.failed(error)
    }
  }

  /** Ends an application's access; the app shows a refusal. Resolves to whether it ended. */
  async end(id: number): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /apps/applications/disallow', { application_id: id }))
    if (reply) this.received(this.applications.filter((each) => each.id !== id))
    return reply !== null
  }

  private began() {
    this.phase = 'loading'
    this.fault = null
  }

  private received(applications: readonly AllowedApplication[]) {
    this.applications = applications
    this.phase = 'ready'
  }

  private failed(error: unknown) {
    this.fault = faultOf(error).message
    this.phase = 'failed'
  }
}
