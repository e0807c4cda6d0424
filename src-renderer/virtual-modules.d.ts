/** Made by `scripts/third-party-notices.ts` while building. */
declare module 'virtual:third-party-packages' {
  import type { ThirdPartyPackage } from '#shared/third-party-package.ts';

  const packages: readonly ThirdPartyPackage[];
  export default packages;
}
