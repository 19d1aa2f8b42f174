/** The list, in lower case; read when the first password is changed. */
let common: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the 49,000 that are used most, in any case of letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase()))
}
