export interface URIComponent {
  scheme?: string;
  userinfo?: string;
  host?: string;
  port?: number | string;
  path?: string;
  query?: string;
  fragment?: string;
  reference?: string;
  nid?: string;
  nss?: string;
  uuid?: string;
  error?: string;
}
export interface Options {
  scheme?: string;
  reference?: string;
  tolerant?: boolean;
}
export function parse(uri: string, options?: Options): URIComponent;
export function serialize(component: URIComponent, options?: Options): string;
export function resolve(base: string, reference: string, options?: Options): string;
export function resolveComponent(base: URIComponent, relative: URIComponent, options?: Options): URIComponent;
export function normalize(uri: string, options?: Options): string;
export function normalize(uri: URIComponent, options?: Options): URIComponent;
export function equal(a: string | URIComponent, b: string | URIComponent, options?: Options): boolean;
export declare const fastUri: {
  parse: typeof parse;
  serialize: typeof serialize;
  resolve: typeof resolve;
  resolveComponent: typeof resolveComponent;
  normalize: typeof normalize;
  equal: typeof equal;
};
export default fastUri;
