import { preparedQuery, type Queryable } from '../../prepared.ts';

const findFirst = preparedQuery<{ fault: string }>(
  'find-fault',
  `select i.fault from output o join inspection i on i.output_id = o.id
    where o.generation_id = $1 and i.fault is not null order by o.position limit 1`,
);

/** Returns the fault of a generation's first faulty output, or undefined when none is faulty. Uses the keys of both tables. */
export async function findFault(on: Queryable, generationId: string): Promise<string | undefined> {
  const [row] = await findFirst(on, [generationId]);
  return row?.fault;
}
