/** The list in lower case; loaded on the first change of a password. */
let common: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the 49,000 most common ones, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase()))
}
