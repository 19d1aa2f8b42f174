interface Address {
  family: string
  internal: boolean
  address: string
}

export function lanAddress(interfaces: Readonly<Record<string, readonly Address[]>>): string | undefined
export function lanSettings(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): { HOST: string; PORT: string; BASE_URL: string; ALLOW_DEMO_ON_NETWORK: string; DEMO_PASSWORD: string }
export function announceLan(url: string): Promise<string>
