import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import type { Message } from '@/api/Message'
import type { CallName, Reply, Request } from '@/contract/api'
import { faultOf } from '@/stores/session/accountFaults'

export type ArrivalMessage = Message<'arrival'>

/** Fields of a form before the first sign-in, by the names that refusals use. */
export type Fields = Readonly<Record<string, string>>

/** Sends such a form, and words what the server refuses beside the field that caused the refusal. */
export class ArrivalForm {
  isSending = false
  faults: Readonly<Record<string, ArrivalMessage>> = {}
  /** A fault of no field. */
  trouble: ArrivalMessage | null = null

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, faults: observable.ref, trouble: observable.ref })
  }

  /** Checks that required fields are filled and that both passwords are equal. Resolves to the reply, or to null after a refusal. */
  async send<K extends CallName>(name: K, fields: Fields, input: Request<K>): Promise<Reply<K> | null> {
    if (this.isSending) return null
    this.judged(faultsOf(fields), null)
    if (Object.keys(this.faults).length > 0) return null
    this.sending(true)
    try {
      return await this.api.call(name, input, { handledCodes: 'all', quiet: true })
    } catch (error) {
      const { message, field } = faultOf(error)
      const isShown = field !== undefined && (field in fields || field in input)
      this.judged(isShown ? { [field]: message } : {}, isShown ? null : message)
      return null
    } finally {
      this.sending(false)
    }
  }

  /** A changed field no longer says why its former value was refused. */
  change(field: string) {
    const { [field]: _former, ...others } = this.faults
    this.faults = others
  }

  private judged(faults: ArrivalForm['faults'], trouble: ArrivalMessage | null) {
    this.faults = faults
    this.trouble = trouble
  }

  private sending(isSending: boolean) {
    this.isSending = isSending
  }
}

function faultsOf(fields: Fields): Record<string, ArrivalMessage> {
  const faults: Record<string, ArrivalMessage> = {}
  for (const [name, value] of Object.entries(fields))
    if (value.trim() === '') faults[name] = { key: 'arrival.required' }
  if (fields.again !== undefined && faults.again === undefined && fields.again !== fields.new_password)
    faults.again = { key: 'arrival.different' }
  return faults
}
