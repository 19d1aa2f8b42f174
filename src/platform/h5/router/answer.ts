export interface Option {
  success?(result: { errMsg: string }): void
  fail?(result: { errMsg: string }): void
  complete?(result: { errMsg: string }): void
}

/** Settles a navigation like Taro's API: callbacks, and a promise of `{ errMsg }`. @throws an error with `errMsg` */
export async function answer(name: string, option: Option, done: Promise<void>): Promise<{ errMsg: string }> {
  try {
    await done
  } catch (cause) {
    const errMsg = `${name}:fail ${cause instanceof Error ? cause.message : cause}`
    option.fail?.({ errMsg })
    option.complete?.({ errMsg })
    throw Object.assign(new Error(errMsg, { cause }), { errMsg })
  }
  const result = { errMsg: `${name}:ok` }
  option.success?.(result)
  option.complete?.(result)
  return result
}
