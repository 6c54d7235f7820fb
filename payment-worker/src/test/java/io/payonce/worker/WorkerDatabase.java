package io.payonce.worker;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.payonce.testbed.servers.Database;
import io.payonce.testbed.servers.PostgresServer;
import io.payonce.testbed.servers.TestServers;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database of its own with all tables: the worker's role works in it, the superuser looks at it. */
public final class WorkerDatabase implements AutoCloseable {
    private final Database database;
    private final HikariDataSource pool;
    private final HikariDataSource superuserPool;

    public WorkerDatabase() {
        this(TestServers.postgres().fromTemplate("payonce_worker_tables", WorkerDatabase::migrate));
    }

    private WorkerDatabase(Database database) {
        this.database = database;
        this.pool = pool(database, "payonce_worker", 16);
        this.superuserPool = pool(database, PostgresServer.USER, 2);
    }

    public static void migrate(Database database) {
        Flyway.configure()
                .dataSource(database.jdbcUrl(), PostgresServer.USER, "postgres")
                .schemas("payonce")
                .defaultSchema("payonce")
                .load()
                .migrate();
    }

    private static HikariDataSource pool(Database database, String user, int size) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setUsername(user);
        config.setPassword("postgres");
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    public String url() {
        return database.jdbcUrl();
    }

    public DataSource dataSource() {
        return pool;
    }

    public JdbcClient jdbc() {
        return JdbcClient.create(pool);
    }

    /** For looking and for moving time: {@code UPDATE … SET lease_until = …}. */
    public JdbcClient superuser() {
        return JdbcClient.create(superuserPool);
    }

    public TransactionTemplate transactions() {
        return new TransactionTemplate(new JdbcTransactionManager(pool));
    }

    /** For what must stay on one connection of the superuser, like {@code SET LOCAL}. */
    public TransactionTemplate transactionOfSuperuser() {
        return new TransactionTemplate(new JdbcTransactionManager(superuserPool));
    }

    public long count(String fromWhere) {
        return superuser()
                .sql("SELECT count(*) FROM payonce." + fromWhere)
                .query(Long.class)
                .single();
    }

    @Override
    public void close() {
        pool.close();
        superuserPool.close();
    }
}
