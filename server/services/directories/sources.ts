import type { DirectoryRow } from '../../database/directoryTables'
import type { Dependencies } from '../../dependencies'
import { openLdapSource } from './ldapSource'
import type { DirectorySource } from './snapshot'
import { openWeComSource } from './weCom/WeComSource'

/** Opens a directory of any kind with its stored settings. @throws DirectoryFailure */
export function openSource(
  ports: Pick<Dependencies, 'db' | 'clock' | 'encrypter' | 'ldapClients' | 'messengers'>,
  directory: DirectoryRow,
): Promise<DirectorySource> {
  switch (directory.kind) {
    case 'ldap':
      return openLdapSource(ports, directory)
    case 'wecom':
      return openWeComSource(ports, directory)
  }
}
