declare module 'har-schema' {
  import type { AnySchema } from 'ajv';

  /** By their names, such as `har` and `entry`. */
  const schemas: Readonly<Record<string, AnySchema>>;
  export default schemas;
}
